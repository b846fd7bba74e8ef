import type { enShelf } from './en-shelf.js';

function named(ids: readonly string[]): string {
  return ids.length === 1 ? ids[0]! : `${ids.length} Etiketten`;
}

export const deShelf: typeof enShelf = {
  heading: 'Die Etiketten im Regal',
  search: 'Name, Nummer, Preis',
  look: 'Größe der Etiketten',
  looks: { large: 'Groß', small: 'Klein', table: 'Tabelle' },
  state: 'Zustand',
  filter: 'Was die Etiketten tun',
  filters: { queued: 'Wartend', refreshing: 'Im Wechsel', offline: 'Offline' },
  marks: { displayed: 'Angezeigt', queued: 'wartet', refreshing: 'wechselt', offline: 'offline' },
  found: (count, all) => `${count} von ${all} Etiketten`,
  count: (count) => (count === 1 ? '1 Etikett' : `${count} Etiketten`),
  others: 'Weitere',
  nothing: 'Kein Etikett passt zu dieser Suche.',
  blank: 'Noch leer',
  left: (seconds) => `noch ${seconds} s`,
  backAt: (time) => `bis ${time}`,
  lost: 'Das Regal ist so, wie zuletzt davon zu hören war. Neuer Versuch läuft.',
  add: 'Etiketten hinzufügen',
  ids: 'Namen der Etiketten',
  idsNote: 'Eine Liste, oder ein Bereich wie dairy-1…dairy-20.',
  there: (count) =>
    count === 1
      ? 'Eines ist schon im Regal und bleibt, wie es ist.'
      : `${count} sind schon im Regal und bleiben, wie sie sind.`,
  wrongIds: (ids, most) =>
    `Kein Name und kein Bereich: ${ids}. Namen haben 1 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche; höchstens ${most} auf einmal.`,
  noIds: 'Den Namen mindestens eines neuen Etiketts eingeben.',
  addCount: (count) => (count === 1 ? '1 Etikett hinzufügen' : `${count} Etiketten hinzufügen`),
  adding: (done, all) => `Hinzugefügt: ${done} von ${all}`,
  removing: (done, all) => `Entfernt: ${done} von ${all}`,
  added: (ids) => (ids.length === 0 ? 'Kein Etikett hinzugefügt' : `${named(ids)} hinzugefügt`),
  addedNoMore: (count) =>
    count === 1 ? 'Zurückgenommen: Das Etikett ist weg' : `Zurückgenommen: ${count} Etiketten sind weg`,
  bindTitle: (id) => `${id} umstellen`,
  bindAgain: 'Umstellen',
  binding: (done, all) => `Umgestellt: ${done} von ${all}`,
  bindCount: (count) => (count === 1 ? '1 Etikett umstellen' : `${count} Etiketten umstellen`),
  bindNote: 'Nur was hier geändert wird, ändert sich. Alles andere bleibt bei jedem Etikett.',
  unchanged: (value) => `Wie bisher: ${value}`,
  several: (count) => `Wie bisher: ${count} verschiedene`,
  leavePanel: 'Displays lassen, wie sie sind',
  bound: (ids) => (ids.length === 0 ? 'Kein Etikett umgestellt' : `${named(ids)} umgestellt`),
  boundBack: (ids) =>
    ids.length === 1 ? `${ids[0]!} ist wieder wie vorher` : `${ids.length} Etiketten sind wieder wie vorher`,
  notBound: (id) => `Abgelehnt: ${id} bleibt wie vorher`,
  deleting: (count) => `${count} Etiketten werden gleich gelöscht`,
  deleted: (ids) => `${named(ids)} gelöscht`,
  deletedSome: (done, ids) =>
    ids.length === 1 ? `Nicht gelöscht: ${ids[0]!} ist noch da` : `${done} von ${ids.length} Etiketten gelöscht`,
  undeleted: (count) => `${count} Etiketten wurden nicht gelöscht, da die Seite verlassen wurde`,
  kept: (ids) => (ids.length === 1 ? `${ids[0]!} bleibt` : `${ids.length} Etiketten bleiben`),
  picked: 'Die ausgewählten Etiketten',
  pick: (id) => `${id} auswählen`,
  pickedCount: (count, unseen) =>
    unseen === 0 ? `${count} ausgewählt` : `${count} ausgewählt, davon ${unseen} nicht zu sehen`,
  pickShown: (count) => `Alle ${count} gezeigten auswählen`,
  unpick: 'Auswahl aufheben',
  exportPictures: 'Als PNG herunterladen',
  exportCsv: 'Als CSV herunterladen',
  exporting: (done, all) => `Bilder: ${done} von ${all}`,
  exported: (count) => (count === 1 ? '1 Etikett heruntergeladen' : `${count} Etiketten heruntergeladen`),
  toPreview: 'In der Vorschau öffnen',
  unknown: (id) => `„${id}“ ist nicht in diesem Regal. Vielleicht wurde es gelöscht.`,
  history: 'Verlauf',
  views: { now: 'Jetzt', revision: 'Revision', difference: 'Unterschied' },
  revision: (revision) => `Revision ${revision}`,
  revisionOf: (revision, newest) => `Revision ${revision} von ${newest}`,
  newest: (revision) => `die neueste, ${revision}`,
  against: 'Verglichen mit',
  changed: (changes) =>
    changes.length === 0 ? 'Kein Wort ist anders.' : `Dazwischen: ${new Intl.ListFormat('de').format(changes)}.`,
  became: (field, from, to) =>
    from === '' ? `${field} wurde „${to}“` : to === '' ? `${field} „${from}“ fiel weg` : `aus ${from} wurde ${to}`,
  fieldOf: (field) =>
    (
      { price: 'Preis', product_name: 'Name', unit: 'Einheit', sku: 'Artikelnummer', device: 'Display' } as Readonly<
        Partial<Record<string, string>>
      >
    )[field] ?? field.replaceAll('_', ' '),
  fresh: 'neu',
  gone: 'weg',
  differ: (count) => (count === 1 ? '1 Pixel ist anders' : `${count} Pixel sind anders`),
  otherSize: 'Sie sind von Displays verschiedener Größe: Gezeigt wird die spätere.',
  differenceAlt: (before, after) => `Was sich zwischen Revision ${before} und Revision ${after} unterscheidet`,
  requests: 'Anfragen von hier',
  calls: 'Aufrufe, die es ändern',
  tools: 'Was darunter steht',
  toolNames: { requests: 'Anfragen', code: 'Code' },
  callKinds: 'Aufruf',
  callLanguages: 'Programmiersprache',
  kinds: { update: 'Ändern', bind: 'Umstellen', delete: 'Löschen' },
  allLabels: 'Alle Etiketten',
  noRequests: 'Von hier kam zuletzt nichts, wovon diese Instanz des Servers weiß.',
  through: (system) => `Aktualisiert über ${system}.`,
  requestWords: (method, target, isUpdate) =>
    method === 'DELETE'
      ? `${target} gelöscht`
      : isUpdate || method === 'POST'
        ? `${target} geändert`
        : `${target} umgestellt`,
  refused: 'Abgelehnt',
  refusedField: (field) => `Abgelehnt: ${field}`,
  tooMany: 'Abgelehnt: zu viele Anfragen',
  body: 'Was gesendet wurde',
  bodyCut: (bytes) => `Das ist der Anfang von ${bytes} Bytes.`,
};
