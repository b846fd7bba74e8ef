import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { temporaryFolder } from '../../support/server.js';
import { storeContract } from '../../support/store/contract.js';
import { openSandbox } from '../../support/store/sandbox.js';

const folder = temporaryFolder();
afterAll(folder.remove);

let stores = 0;
storeContract('sqlite: in its thread', () => openSandbox(`sqlite:${join(folder.path, `${stores++}`, 'esl.db')}`));
