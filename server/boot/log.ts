import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const widest = 'database'.length

/** One readable log for all processes: time, source, line. */
export function logLine(source: string, line: string): void {
  const time = new Date().toTimeString().slice(0, 8)
  process.stdout.write(`${time}  ${source.padEnd(widest)}  ${line}\n`)
}

export function logStream(source: string, stream: Readable, onLine?: (line: string) => void): void {
  createInterface({ input: stream }).on('line', (line) => {
    if (!line.trim()) return
    logLine(source, line)
    onLine?.(line)
  })
}
