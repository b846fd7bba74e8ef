/** What the page at /docs runs after Swagger UI was loaded: it shows the document of this server. */

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;
declare const document: {
  readonly documentElement: { readonly classList: { toggle(name: string, on: boolean): void } };
};
declare const matchMedia: (query: string) => {
  readonly matches: boolean;
  addEventListener(event: 'change', listener: () => void): void;
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
follow();
dark.addEventListener('change', follow);

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  // Of a layout, the schema is some thousand lines.
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'example',
  // It would send the document to another host.
  validatorUrl: null,
});

export {};
