/** A request with a JSON body, as a call in a language. */
export interface Call {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly body: object;
}

/** The languages that calls are written in, by the names that people know. */
export const callLanguages = ['curl', 'PowerShell', 'JavaScript', 'Python', 'C#', 'Java'] as const;
export type CallLanguage = (typeof callLanguages)[number];

/** Writes a call so that it can be pasted and run. */
export function writeCall(language: CallLanguage, call: Call): string {
  return writers[language](call);
}

const pretty = (body: object): string => JSON.stringify(body, null, 2);
const indented = (text: string, blanks: number): string => text.replaceAll('\n', `\n${' '.repeat(blanks)}`);

const writers: Readonly<Record<CallLanguage, (call: Call) => string>> = {
  curl: ({ method, url, body }) =>
    [
      `curl -X ${method} ${shell(url)} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d ${shell(pretty(body))}`,
    ].join('\n'),
  PowerShell: ({ method, url, body }) =>
    [
      `$body = @'\n${pretty(body)}\n'@`,
      `Invoke-RestMethod -Method ${method} -Uri '${url.replaceAll("'", "''")}' \``,
      `  -ContentType 'application/json; charset=utf-8' -Body ([Text.Encoding]::UTF8.GetBytes($body))`,
    ].join('\n'),
  JavaScript: ({ method, url, body }) =>
    [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  method: '${method}',`,
      "  headers: { 'Content-Type': 'application/json' },",
      `  body: JSON.stringify(${indented(pretty(body), 2)}),`,
      '});',
      'console.log(response.status, await response.json());',
    ].join('\n'),
  Python: ({ method, url, body }) =>
    [
      'import json, urllib.request',
      '',
      `body = json.loads(r"""${pretty(body)}""")`,
      `request = urllib.request.Request(${JSON.stringify(url)}, method="${method}",`,
      '    data=json.dumps(body).encode(), headers={"Content-Type": "application/json"})',
      'print(urllib.request.urlopen(request).read().decode())',
    ].join('\n'),
  'C#': ({ method, url, body }) =>
    [
      'using System.Text;',
      '',
      'using var client = new HttpClient();',
      `var body = ${quotes(pretty(body))}`,
      pretty(body),
      `${quotes(pretty(body))};`,
      `var response = await client.${method === 'PUT' ? 'Put' : 'Post'}Async(${JSON.stringify(url)},`,
      '    new StringContent(body, Encoding.UTF8, "application/json"));',
      'Console.WriteLine(await response.Content.ReadAsStringAsync());',
    ].join('\n'),
  Java: ({ method, url, body }) =>
    [
      'var request = HttpRequest.newBuilder(URI.create(' + JSON.stringify(url) + '))',
      '    .header("Content-Type", "application/json")',
      `    .method("${method}", HttpRequest.BodyPublishers.ofString(${JSON.stringify(JSON.stringify(body))}))`,
      '    .build();',
      'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
      'System.out.println(response.body());',
    ].join('\n'),
};

/** Inside single quotes only a single quote is special: it is written outside of them. */
function shell(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The quotes of a raw string: more than stand in it. */
function quotes(text: string): string {
  return '"'.repeat(Math.max(3, ...Array.from(text.matchAll(/"+/g), ([run]) => run.length + 1)));
}
