import type { AnswerShape } from '../../../../server/vendors/core/shape.js';

const token: AnswerShape = { access_token: 'string', token_type: '=Bearer', expires_in: 'integer' };
export const refused: AnswerShape = { resultCode: 'integer', result: 'string', message: 'string', data: 'string|null' };

/** The answers by method and first path of the route. */
export const answers: Readonly<Record<string, AnswerShape>> = {
  'POST /proxy/token': token,
  'POST /proxy/integration/:customer/:store': refused,
};
