import { enApiPage } from './en-api-page.js';
import { enEditor } from './en-editor.js';
import { enLint } from './en-lint.js';
import { enPreview } from './en-preview.js';
import { enShelf } from './en-shelf.js';
import { enWall } from './en-wall.js';

export const en = {
  name: 'Shelf label simulator',
  places: { preview: 'Preview', wall: 'Wall', layouts: 'Layouts', shelf: 'Shelf', docs: 'API' },
  skip: 'Skip to the content',
  menu: 'Menu',
  theme: 'Colours',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language of this page',
  calibrate: 'Calibrate real size',
  docs: 'Read and try the API',
  example: 'Example',
  document: 'OpenAPI',
  palette: {
    title: 'Search and commands',
    here: 'On this page',
    place: 'Place',
    onShelf: (text: string) => `Find “${text}” on the shelf`,
  },
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page copy. Select the text and copy it.',
  zoom: { legend: 'Size on the screen', smaller: 'Smaller', larger: 'Larger', fit: 'Fit' },
  undo: 'Undo',
  redo: 'Redo',
  search: 'Search',
  quoted: (text: string) => `“${text}”`,
  share: 'Share',
  connection: { waiting: 'Connecting', live: 'Live', lost: 'No connection', refused: 'Not live' },
  tooManyTabs: {
    title: (most: number) => `Not live: ${most} tabs are open already`,
    note: 'What is here is as it was read last. Close a tab, and this one goes on by itself.',
    again: (seconds: number) => `Trying again in ${seconds} s.`,
  },
  loading: 'Loading',
  notLoaded: 'The server does not answer. Check that it runs, then try again.',
  tryAgain: 'Try again',
  noPlace: 'There is nothing at this address.',
  toPreview: 'Go to Preview',
  key: {
    title: 'This server wants a key',
    note: 'The key is sent with each request to this server, and to no other.',
    label: 'Key',
    keep: 'Keep it in this browser',
    use: 'Use the key',
    refused: (detail: string) => `Refused: ${detail}.`,
  },
  bulk: {
    resumes: (time: string) => `The server is at its limit. It continues at ${time}.`,
    ends: (count: number, time: string) =>
      count === 1 ? '1 waits until then.' : `${count} wait; the last is sent at about ${time}.`,
    lifts: (limit: number, seconds: number) =>
      `${limit} updates in ${seconds} s are allowed. The server’s setting RATE_LIMIT raises that, and so does an API key with its own limit.`,
    fixed: (limit: number, seconds: number) => `${limit} requests in ${seconds} s are allowed. No setting raises that.`,
    stop: 'Stop',
    goOn: 'Continue',
    denied: (count: number) => `${count} refused:`,
    left: (count: number) => `${count} not sent`,
  },
  preview: enPreview,
  wall: enWall,
  editor: enEditor,
  shelf: enShelf,
  lint: enLint,
  apiPage: enApiPage,
};

export type Texts = typeof en;
