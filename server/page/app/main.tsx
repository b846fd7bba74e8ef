import { render } from 'preact';
import { startRouter } from '../browser/router.js';
import { placeOf } from './places.js';
import { Shell } from './shell.js';
import '../browser/theme.js';

startRouter((path) => placeOf(path) !== undefined);
render(<Shell />, document.getElementById('app')!);
