/** The words around the OpenAPI document, whose own are English. */
export const enApiPage = {
  title: 'API of the shelf label simulator',
  operations: 'Operations',
  search: 'Path or words',
  version: (version: string) => `Version ${version}.`,
  body: 'Body',
  answers: 'Answers',
  members: 'Members',
  required: 'required',
  places: { path: 'in the path', query: 'in the query', header: 'header' },
  tryIt: 'Try it',
  send: (method: string) => `Send ${method}`,
  key: 'Give a key',
  ms: (ms: number) => `${ms} ms`,
  noAnswer: 'No answer',
  picture: 'The picture of the answer',
  headers: 'Headers',
};
