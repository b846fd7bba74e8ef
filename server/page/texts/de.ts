import { deApiPage } from './de-api-page.js';
import { deEditor } from './de-editor.js';
import { deLint } from './de-lint.js';
import { dePreview } from './de-preview.js';
import { deShelf } from './de-shelf.js';
import { deWall } from './de-wall.js';
import type { Texts } from './en.js';

export const de: Texts = {
  name: 'Etiketten-Simulator',
  places: { preview: 'Vorschau', wall: 'Wand', layouts: 'Layouts', shelf: 'Regal', docs: 'API' },
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache dieser Seite',
  calibrate: 'Wahre Größe einstellen',
  docs: 'API lesen und ausprobieren',
  example: 'Beispiel',
  document: 'OpenAPI',
  palette: {
    title: 'Suche und Befehle',
    here: 'Auf dieser Seite',
    place: 'Ort',
    onShelf: (text) => `„${text}“ im Regal suchen`,
  },
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser lässt diese Seite nicht kopieren. Text markieren und kopieren.',
  zoom: { legend: 'Größe auf dem Bildschirm', smaller: 'Kleiner', larger: 'Größer', fit: 'Passend' },
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  search: 'Suchen',
  quoted: (text) => `„${text}“`,
  share: 'Teilen',
  connection: { waiting: 'Verbindet', live: 'Live', lost: 'Keine Verbindung', refused: 'Nicht live' },
  tooManyTabs: {
    title: (most) => `Nicht live: ${most} Tabs sind schon offen`,
    note: 'Zu sehen ist, was zuletzt gelesen wurde. Einen Tab schließen, dann geht es hier von selbst weiter.',
    again: (seconds) => `Neuer Versuch in ${seconds} s.`,
  },
  loading: 'Lädt',
  notLoaded: 'Der Server antwortet nicht. Prüfen, ob er läuft, dann noch einmal versuchen.',
  tryAgain: 'Noch einmal versuchen',
  noPlace: 'Unter dieser Adresse ist nichts.',
  toPreview: 'Zur Vorschau',
  key: {
    title: 'Dieser Server verlangt einen Schlüssel',
    note: 'Der Schlüssel geht mit jeder Anfrage an diesen Server, und an keinen anderen.',
    label: 'Schlüssel',
    keep: 'In diesem Browser behalten',
    use: 'Schlüssel verwenden',
    refused: (detail: string) => `Abgelehnt: ${detail}.`,
  },
  bulk: {
    resumes: (time) => `Der Server nimmt gerade nichts mehr an. Um ${time} geht es weiter.`,
    ends: (count, time) =>
      count === 1 ? '1 wartet bis dahin.' : `${count} warten; das letzte wird etwa um ${time} gesendet.`,
    lifts: (limit, seconds) =>
      `${limit} Änderungen in ${seconds} s sind erlaubt. Die Einstellung RATE_LIMIT des Servers hebt das an, ebenso ein API-Schlüssel mit eigener Grenze.`,
    fixed: (limit, seconds) => `${limit} Anfragen in ${seconds} s sind erlaubt. Keine Einstellung hebt das an.`,
    stop: 'Anhalten',
    goOn: 'Weitermachen',
    denied: (count) => `${count} abgelehnt:`,
    left: (count) => `${count} nicht gesendet`,
  },
  preview: dePreview,
  wall: deWall,
  editor: deEditor,
  shelf: deShelf,
  lint: deLint,
  apiPage: deApiPage,
};
