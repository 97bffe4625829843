import { type Phase, phases } from '#core/run/statuses.ts'
import type { PhaseSeverity } from '#core/run/views/phases.ts'

export const severityChoices = ['good', 'warning', 'bad'] as const satisfies readonly PhaseSeverity[]

export const isPhase = (text: string): text is Phase => (phases as readonly string[]).includes(text)
export const isSeverity = (text: string): text is PhaseSeverity => (severityChoices as readonly string[]).includes(text)
