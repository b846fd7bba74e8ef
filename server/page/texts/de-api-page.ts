import type { enApiPage } from './en-api-page.js';

export const deApiPage: typeof enApiPage = {
  title: 'API des Etiketten-Simulators',
  operations: 'Aufrufe',
  search: 'Pfad oder Wörter',
  version: (version) => `Version ${version}.`,
  body: 'Inhalt',
  answers: 'Antworten',
  members: 'Felder',
  required: 'nötig',
  places: { path: 'im Pfad', query: 'in der Abfrage', header: 'Header' },
  tryIt: 'Ausprobieren',
  send: (method) => `${method} senden`,
  key: 'Schlüssel angeben',
  ms: (ms) => `${ms} ms`,
  noAnswer: 'Keine Antwort',
  picture: 'Das Bild der Antwort',
  headers: 'Header',
};
