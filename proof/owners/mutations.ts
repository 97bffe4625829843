/** A place in the sources where rows or requests are bounded by an owner. */
export interface OwnerCondition {
  /** The file and the number of the condition in it, from 1. */
  readonly id: string
  readonly line: number
  readonly text: string
}

/** A source whose conditions can be switched off while it runs (see `switched-off.ts`), and what it contains. */
export interface Mutated {
  readonly source: string
  readonly conditions: readonly OwnerCondition[]
}

/** An expression within `${}`, with one more level of braces in it. */
const expression = String.raw`\$\{(?:[^{}]|\{[^{}]*\})*\}`
const name = String.raw`[\w.]*`

/** What a condition is replaced by; `id` names it as a literal of JavaScript. */
type Rewrite = (id: string, ...parts: string[]) => string

const kinds: readonly { readonly pattern: RegExp; readonly rewrite: Rewrite }[] = [
  // SQL: marked by comments, which the connection acts upon.
  {
    pattern: new RegExp(
      String.raw`(?:\b\w+\.)?"?\bowner_id"?\s*=\s*(?:${expression}|\$\d+|any\(\$\d+(?:::\w+\[\])?\)|\w+\.owner_id\b|\w+\.id\b)`,
      'g',
    ),
    rewrite: (id, text) => `/*own:${id}*/${text}/*own*/`,
  },
  // Prisma: a unique key asks for the key of the other owner; another condition is left out.
  {
    pattern: new RegExp(String.raw`(ownerId_\w+: \{ )ownerId(?:: (${name}))?(?=[ ,])`, 'g'),
    rewrite: (id, _, key, value) => `${key}ownerId: globalThis.ownerConditions.key('${id}', ${value ?? 'ownerId'})`,
  },
  {
    pattern: new RegExp(String.raw`(where(?::| =) \{ (?:id, )?)ownerId(?:: (${name}))?(?=[ ,])`, 'g'),
    rewrite: (id, _, key, value) => `${key}ownerId: globalThis.ownerConditions.where('${id}', ${value ?? 'ownerId'})`,
  },
  // JavaScript.
  {
    pattern: new RegExp(String.raw`\b(${name}\bownerId|ownerId) (===|!==) (actor\.ownerId)\b`, 'g'),
    rewrite: (id, _, left, is, right) =>
      `globalThis.ownerConditions.compare('${id}', ${left} ${is} ${right}, ${is === '==='})`,
  },
  {
    pattern: /(?<!function )\bownerScope\((\w+)\)/g,
    rewrite: (id, text) => `globalThis.ownerConditions.scope('${id}', ${text})`,
  },
]

/** Makes the conditions of a source switchable. Lines stay where they are. */
export function mutate(source: string, file: string): Mutated {
  const conditions: OwnerCondition[] = []
  const lines = source.split('\n').map((text, index) => {
    if (/^\s*(\*|\/\*|\/\/|--)/.test(text)) return text
    return kinds.reduce(
      (line, { pattern, rewrite }) =>
        line.replace(pattern, (...match) => {
          const parts = match.slice(
            0,
            match.findIndex((part) => typeof part === 'number'),
          ) as string[]
          const id = `${file}#${conditions.length + 1}`
          conditions.push({ id, line: index + 1, text: parts[0] ?? '' })
          return rewrite(id, ...parts)
        }),
      text,
    )
  })
  return { source: lines.join('\n'), conditions }
}
