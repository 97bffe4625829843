import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A name that no other journey uses, so that all of them can share one Heddle. */
export const uniqueName = (base: string): string => `${base}_${randomUUID().slice(0, 8)}`

/** The text of an example under a name of its own; nothing else differs from the file. */
export function example(
  file: 'loan-approval' | 'order-processing' | 'trip-booking' | 'nightly-report' | 'customer-import' | 'network-change',
  name: string,
): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'workflows', `${file}.yaml`), 'utf8')
  return text.replace(/^workflow_type: .*$/m, `workflow_type: ${name}`)
}

/** The documents of an example of several workflows, each under a name of its own, and those names from the root down. */
export function family(file: 'order-fulfilment' | 'account-transfers'): {
  readonly texts: readonly string[]
  readonly names: readonly string[]
} {
  const texts = readFileSync(
    join(import.meta.dirname, '..', '..', 'examples', 'workflows', `${file}.yaml`),
    'utf8',
  ).split(/^---$/m)
  const suffix = randomUUID().slice(0, 8)
  const names = texts.map((text) => /^workflow_type: (.*)$/m.exec(text)?.[1] ?? '')
  const renamed = texts.map((text) => text.replace(/^(\s*(?:sub_)?workflow_type: )(.*)$/gm, `$1$2_${suffix}`))
  return { texts: renamed, names: names.map((name) => `${name}_${suffix}`) }
}
