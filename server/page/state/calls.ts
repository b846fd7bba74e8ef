export interface ApiCall {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: object;
}

export const callLanguages = ['curl', 'PowerShell', 'JavaScript', 'Python', 'C#', 'Java'] as const;
export type CallLanguage = (typeof callLanguages)[number];

/** Calls with bodies, one after the other, as one program. */
export function writeCalls(language: CallLanguage, calls: readonly ApiCall[]): string {
  const heads = new Set<string>();
  const texts = calls.map((call, i) =>
    writers[language](call, i === 0 ? '' : String(i + 1))
      .filter((line) => {
        const isKnown = heads.has(line);
        if (/^(?:import|using) /.test(line)) heads.add(line);
        return !isKnown;
      })
      .join('\n')
      .trimStart(),
  );
  return texts.join('\n\n');
}

const pretty = (body: object): string => JSON.stringify(body, null, 2);
const indented = (text: string, blanks: number): string => text.replaceAll('\n', `\n${' '.repeat(blanks)}`);

/** `nth` makes names different in a program of several calls. */
const writers: Readonly<Record<CallLanguage, (call: ApiCall, nth: string) => readonly string[]>> = {
  curl: ({ method, url, body }) => {
    const call = `curl -X ${method} ${shell(url)}`;
    if (!body) return [call];
    return [`${call} \\`, "  -H 'Content-Type: application/json' \\", `  -d ${shell(pretty(body))}`];
  },
  PowerShell: ({ method, url, body }) => {
    const call = `Invoke-RestMethod -Method ${method} -Uri '${url.replaceAll("'", "''")}'`;
    if (!body) return [call];
    return [
      `$body = @'\n${pretty(body)}\n'@`,
      `${call} \``,
      `  -ContentType 'application/json; charset=utf-8' -Body ([Text.Encoding]::UTF8.GetBytes($body))`,
    ];
  },
  JavaScript: ({ method, url, body }, nth) => {
    const call = `const response${nth} = await fetch(${JSON.stringify(url)}, {`;
    if (!body) return [`${call} method: '${method}' });`, `console.log(response${nth}.status);`];
    return [
      call,
      `  method: '${method}',`,
      "  headers: { 'Content-Type': 'application/json' },",
      `  body: JSON.stringify(${indented(pretty(body), 2)}),`,
      '});',
      `console.log(response${nth}.status, await response${nth}.json());`,
    ];
  },
  Python: ({ method, url, body }) => {
    const call = `request = urllib.request.Request(${JSON.stringify(url)}, method="${method}"`;
    if (!body) return ['import urllib.request', '', `${call})`, 'print(urllib.request.urlopen(request).status)'];
    return [
      'import json, urllib.request',
      '',
      `body = json.loads(r"""${pretty(body)}""")`,
      `${call},`,
      '    data=json.dumps(body).encode(), headers={"Content-Type": "application/json"})',
      'print(urllib.request.urlopen(request).read().decode())',
    ];
  },
  'C#': ({ method, url, body }, nth) => {
    const client = 'using var client = new HttpClient();';
    if (!body)
      return [
        client,
        `var request = new HttpRequestMessage(new HttpMethod("${method}"), ${JSON.stringify(url)});`,
        'var response = await client.SendAsync(request);',
        'Console.WriteLine((int)response.StatusCode);',
      ];
    return [
      'using System.Text;',
      '',
      client,
      `var body${nth} = ${quotes(pretty(body))}`,
      pretty(body),
      `${quotes(pretty(body))};`,
      `var response${nth} = await client.${method === 'PUT' ? 'Put' : 'Post'}Async(${JSON.stringify(url)},`,
      `    new StringContent(body${nth}, Encoding.UTF8, "application/json"));`,
      `Console.WriteLine(await response${nth}.Content.ReadAsStringAsync());`,
    ];
  },
  Java: ({ method, url, body }, nth) => {
    const publisher = body ? `ofString(${JSON.stringify(JSON.stringify(body))})` : 'noBody()';
    return [
      `var request${nth} = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
      ...(body ? ['    .header("Content-Type", "application/json")'] : []),
      `    .method("${method}", HttpRequest.BodyPublishers.${publisher})`,
      '    .build();',
      `var response${nth} = HttpClient.newHttpClient().send(request${nth}, HttpResponse.BodyHandlers.ofString());`,
      `System.out.println(response${nth}.${body ? 'body' : 'statusCode'}());`,
    ];
  },
};

/** Single quotes protect all but a single quote, which is written outside of them. */
function shell(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The quotes of a raw string: more than it contains in a row. */
function quotes(text: string): string {
  return '"'.repeat(Math.max(3, ...Array.from(text.matchAll(/"+/g), ([run]) => run.length + 1)));
}
