/** Starts Swagger UI on the page /docs with this server's document. */

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;
declare const document: {
  readonly documentElement: { readonly classList: { toggle(name: string, on: boolean): void } };
};
declare const matchMedia: (query: string) => {
  readonly matches: boolean;
  addEventListener(event: 'change', listener: () => void): void;
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
applyTheme();
dark.addEventListener('change', applyTheme);

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  // The schema of a layout has some thousand lines.
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'example',
  // It would send the document to another host.
  validatorUrl: null,
});

export {};
