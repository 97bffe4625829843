import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { type DestinationStream, pino } from 'pino'
import pretty from 'pino-pretty'
import { messageOf } from '#core/message-of.ts'
import { logSettings } from './env.ts'

/**
 * The log of a process, as lines for people, or as JSON with `HEDDLE_LOG=json`. A statement is one line, whatever text
 * it quotes.
 */
export interface Log {
  line(text: string): void
  /** With its stack: further lines for people, one field in JSON. */
  error(error: unknown): void
}

const widest = 'database'.length
const mostCharacters = 16_384
/** Longer than the longest statement as JSON. */
const mostOfLine = 8 * mostCharacters

/** Characters that end a line, change the text direction, control a terminal, or are invisible. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text as a part of one line: characters that would end or disguise the line are escaped. */
export function oneLine(text: string): string {
  const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  return short.replace(unprintable, (character) => {
    if (character === '\n') return '\\n'
    const code = character.codePointAt(0) as number
    return `\\u${code > 0xffff ? `{${code.toString(16)}}` : code.toString(16).padStart(4, '0')}`
  })
}

/**
 * A key that the supervisor gives to its children. Other output of a child lacks the key and cannot pass for a log
 * statement.
 */
const ownKey = randomUUID()

/** Environment of a child whose output `passOn` forwards. */
export const childLogSettings = { HEDDLE_LOG: 'json', HEDDLE_LOG_KEY: ownKey } as const

export interface LogOptions {
  /** Redacts secrets in a text, before it is cut and escaped: a part of a secret would not be recognised. */
  readonly redact?: ((text: string) => string) | undefined
  readonly to?: DestinationStream
}

/** The log of a process, or of several by their sources. */
export function createLog(source: string, { redact = (text) => text, to }: LogOptions = {}): Log {
  const { key, json } = logSettings()
  const logger = pino({ base: { source, ...(key !== undefined && { key }) } }, to ?? destination(json))
  return {
    line: (text) => logger.info({}, oneLine(redact(text))),
    error(error) {
      const stack = error instanceof Error ? framesOf(error).map((frame) => oneLine(redact(frame))) : []
      logger.error(stack.length > 0 ? { stack } : {}, oneLine(redact(whatFailed(error))))
    },
  }
}

function whatFailed(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` (${messageOf(error.cause)})`
  return `${error.name}: ${error.message}${cause}`
}

/** The frames of the stack, without the message above them. */
function framesOf({ stack = '' }: Error): readonly string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}

function destination(json: boolean): DestinationStream {
  return json ? pino.destination({ fd: 1, sync: true }) : linesForPeople()
}

/** `07:53:18  engine    the statement`; additional lines stand below it behind a bar. */
export function linesForPeople(to?: NodeJS.WritableStream): DestinationStream {
  return pretty({
    ...{ sync: true, colorize: false, hideObject: true, ignore: 'time,level,pid,hostname' },
    ...(to !== undefined && { destination: to }),
    messageFormat(log, key) {
      const time = new Date(Number(log.time)).toTimeString().slice(0, 8)
      const more = Array.isArray(log.stack) ? log.stack.map((frame) => `| ${frame}`) : []
      const bar = log.raw === true ? '| ' : ''
      return [`${bar}${log[key]}`, ...more]
        .map((line) => `${time}  ${String(log.source).padEnd(widest)}  ${line}`)
        .join('\n')
    },
  })
}

export interface PassOnOptions extends LogOptions {
  readonly onLine?: ((line: string) => void) | undefined
}

/**
 * Forwards the output of a child process under its name. Log statements are JSON (`HEDDLE_LOG=json`). Any other line
 * comes from code that the child runs or from Node, and is marked as such, so that it never looks like a log statement
 * of Heddle. Output of Node, such as an uncaught error, has not been redacted yet.
 */
export function passOn(source: string, stream: Readable, options: PassOnOptions = {}): void {
  const { onLine, redact = (text) => text, to } = options
  const logger = pino({ base: { source } }, to ?? destination(logSettings().json))
  onLines(stream, (line) => {
    if (line.trim() === '') return
    const { msg, level, ...more } = statementOf(line, redact) ?? {
      msg: oneLine(redact(line)),
      level: 'info' as const,
      raw: true,
    }
    logger[level](more, msg)
    onLine?.(msg)
  })
}

interface Statement {
  readonly msg: string
  readonly level: 'info' | 'error'
  readonly stack?: readonly string[]
}

function statementOf(line: string, redact: (text: string) => string): Statement | null {
  if (!line.startsWith('{"level":')) return null
  try {
    const { msg, level, stack, key } = JSON.parse(line) as Record<string, unknown>
    if (typeof msg !== 'string' || key !== ownKey) return null
    const frames = Array.isArray(stack) && { stack: stack.map((frame) => oneLine(redact(String(frame)))) }
    return { msg: oneLine(redact(msg)), level: Number(level) >= 50 ? 'error' : 'info', ...frames }
  } catch {
    return null
  }
}

/** The lines of a stream. A line ends at a line feed, or at the maximum length of a line. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const take = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
    if (rest.length <= mostOfLine) return
    onLine(rest)
    rest = ''
  }
  stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)))
  stream.on('end', () => {
    take(decoder.end())
    if (rest !== '') onLine(rest)
    rest = ''
  })
}
