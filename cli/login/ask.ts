import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** The answer to a question at the real terminal; null where standard input is none. A hidden answer is not shown. */
export async function ask(
  question: string,
  { isHidden, signal }: { readonly isHidden: boolean; readonly signal: AbortSignal },
): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true })
  // The terminal hands Ctrl-C to the reader of lines.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await lines.question('', { signal })
  } finally {
    lines.close()
    if (isHidden) process.stderr.write('\n')
  }
}
