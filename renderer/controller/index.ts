export { chips, families } from './chips.js';
export { definitionOf, definitionOfTrace, nativeSize } from './definition.js';
export { type Diagnostic, type DiagnosticCode, diagnosticGrades, type Grade } from './diagnostics.js';
export type { Expectation, PanelEvent } from './event.js';
export type { Chip, Family } from './family.js';
export { type Answer, type ControllerPanel, createControllerPanel, type PanelDefinition, type Refresh } from './panel.js';
export { checkEvent, checkHeader, readTrace, type Trace, TraceError, type TraceHeader } from './trace.js';
