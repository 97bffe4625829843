import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Of extends Options> = ReturnType<typeof parseArgs<{ options: Of }>>['values']

/** The options of a command; or, for `--help` and for an unknown word, the text to print and the exit code. */
type Understood<Of extends Options> = { readonly values: Values<Of> } | { readonly said: string; readonly code: number }

export function understandOptions<const Of extends Options>(
  usage: string,
  options: Of,
  words: readonly string[],
): Understood<Of> {
  if (words.includes('--help') || words.includes('-h')) return { said: usage, code: 0 }
  try {
    return { values: parseArgs({ args: [...words], options }).values as Values<Of> }
  } catch (error) {
    return { said: `${(error as Error).message}\n\n${usage}`, code: 1 }
  }
}

/** The options of this process. With `--help`, or an unknown word, it prints the usage and ends. */
export function readOptions<const Of extends Options>(usage: string, options: Of): Values<Of> {
  const understood = understandOptions(usage, options, process.argv.slice(2))
  if ('values' in understood) return understood.values
  const stream = understood.code === 0 ? process.stdout : process.stderr
  stream.write(`${understood.said.trimEnd()}\n`)
  process.exit(understood.code)
}

/** Whole numbers from one on, or any number above one. */
type Bound = { readonly from: number } | { readonly above: number }

/**
 * The error of the first option that is not the required number; null when all are correct. Absent options are not
 * checked.
 */
export function wrongNumber(
  values: { readonly [name: string]: unknown },
  bounds: { readonly [name: string]: Bound },
): string | null {
  for (const [name, bound] of Object.entries(bounds)) {
    const written = values[name]
    if (written === undefined) continue
    const number = String(written).trim() === '' ? Number.NaN : Number(written)
    const isRight = 'from' in bound ? Number.isSafeInteger(number) && number >= bound.from : number > bound.above
    if (isRight && Number.isFinite(number)) continue
    const wanted = 'from' in bound ? `a whole number from ${bound.from} on` : `a number above ${bound.above}`
    return `--${name} takes ${wanted}, not '${String(written)}'.`
  }
  return null
}

/** Prints the error and ends this process. */
export function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
