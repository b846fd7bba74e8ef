import { computed, signal } from '@preact/signals';
import { readLayoutSchema } from '../../../api/layouts.js';
import type { Schema } from '../../../state/layout/schema.js';

/** The schema of layout documents, as this server has it; empty until it is read. */
export const schema = signal<Schema>({});

export const schemaIsRead = computed(() => 'properties' in schema.value);

/** @throws {ApiError} */
export async function loadSchema(): Promise<void> {
  if (!schemaIsRead.peek()) schema.value = (await readLayoutSchema()) as Schema;
}
