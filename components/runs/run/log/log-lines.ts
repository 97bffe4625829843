import type { RunEvent } from '#core/run/event.ts'
import type { RunError } from '#core/run/words.ts'

export const logLevels = ['error', 'warning', 'info', 'debug', 'progress'] as const
export type LogLevel = (typeof logLevels)[number]

/** One entry of the log of a run: a note or the progress of a step, or a failure. */
export interface LogLine {
  readonly seq: number
  readonly at: number
  readonly step: string
  readonly attempt: number
  readonly level: LogLevel
  readonly text: string
  /** From 0 to 1, where the step reports how far it has come. */
  readonly fraction: number | null
}

export interface LogFilter {
  readonly step: string | null
  /** No levels stand for all. */
  readonly levels: readonly LogLevel[]
  readonly text: string
}

/** The logs of all steps together, in the order of the history. */
export const logLines = (events: readonly RunEvent[]): readonly LogLine[] => events.flatMap(linesOf)

export function filterLog(lines: readonly LogLine[], { step, levels, text }: LogFilter): readonly LogLine[] {
  const words = text.trim().toLowerCase()
  if (step === null && levels.length === 0 && words === '') return lines
  return lines.filter(
    (line) =>
      (step === null || line.step === step) &&
      (levels.length === 0 || levels.includes(line.level)) &&
      (words === '' || line.text.toLowerCase().includes(words) || line.step.toLowerCase().includes(words)),
  )
}

function linesOf(event: RunEvent): readonly LogLine[] {
  switch (event.type) {
    case 'workflow.node.progress': {
      const { note = '', fraction = null, error } = event.payload
      const said = note === '' && fraction === null ? [] : [lineOf(event, levelOf(note, fraction), note, fraction)]
      return error === undefined ? said : [...said, failure(event, error)]
    }
    case 'workflow.node.failed':
    case 'workflow.item.failed':
    case 'workflow.compensation.failed':
      return [failure(event, event.payload.error)]
    default:
      return []
  }
}

type OfStep = Pick<LogLine, 'seq' | 'at' | 'step'> & { readonly attempt?: number }

const failure = (event: OfStep, { code, message }: RunError) => lineOf(event, 'error', `${code}: ${message}`, null)

function lineOf({ seq, at, step, attempt = 1 }: OfStep, level: LogLevel, text: string, fraction: number | null) {
  return { seq, at, step, attempt, level, text, fraction }
}

const prefix = /^\s*[[(]?(error|err|fatal|warning|warn|info|debug|trace)[\])]?\s*[:\s-]/i
const levelWords: Readonly<Record<string, LogLevel>> = {
  error: 'error',
  err: 'error',
  fatal: 'error',
  warning: 'warning',
  warn: 'warning',
  debug: 'debug',
  trace: 'debug',
}

/** The level that a note begins with, as loggers write it. */
function levelOf(note: string, fraction: number | null): LogLevel {
  const written = prefix.exec(note)?.[1]?.toLowerCase()
  if (written !== undefined) return levelWords[written] ?? 'info'
  return fraction === null ? 'info' : 'progress'
}
