import { signal } from '@preact/signals';
import { readLayoutSchema } from '../../../api/layouts.js';
import type { Schema } from '../../../state/layout/schema.js';

/** The schema of layout documents, as this server has it; empty until it is read. */
export const schema = signal<Schema>({});

/** @throws {ApiError} */
export async function loadSchema(): Promise<void> {
  if (!('properties' in schema.peek())) schema.value = (await readLayoutSchema()) as Schema;
}
