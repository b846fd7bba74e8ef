import { temporaryFolder } from '../../support/server.js';
import { storeContract } from '../../support/store/contract.js';
import { openSandbox } from '../../support/store/sandbox.js';

const folder = temporaryFolder();

let stores = 0;
storeContract('sqlite: in its thread', () => openSandbox(`sqlite:${folder.at(`${stores++}/esl.db`)}`));
