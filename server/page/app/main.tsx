import { render } from 'preact';
import { startRouter } from '../browser/router.js';
import '../browser/theme.js';
import { placeOf } from './places.js';
import { Shell } from './shell.js';

startRouter((path) => placeOf(path) !== undefined);
render(<Shell />, document.getElementById('app')!);
