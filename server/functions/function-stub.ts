import { z } from 'zod'
import { functionKey } from '#core/definition/function-name.ts'
import { limits } from '#core/limits.ts'

/** Types of a field of the state, as they are written into the source. */
export const fieldTypes = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  list: 'readonly unknown[]',
  object: 'Readonly<Record<string, unknown>>',
  any: 'unknown',
} as const

const fieldName = z.string().regex(/^[A-Za-z_$][\w$]*$/, 'Use a field name of letters, digits and _.')

/** A new function: its name, and the fields of the state that it may read. */
export const newFunction = z.strictObject({
  name: z
    .string()
    .max(limits.functions.nameCharacters)
    .regex(
      /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+$/,
      'Write a file and a function with a dot between them, such as orders.validate.',
    ),
  reads: z
    .array(z.strictObject({ name: fieldName.max(limits.functions.nameCharacters), type: z.enum(types(fieldTypes)) }))
    .max(limits.functions.stubFields)
    .default([]),
})
export type NewFunction = z.output<typeof newFunction>

function types<Key extends string>(of: Readonly<Record<Key, string>>): [Key, ...Key[]] {
  return Object.keys(of) as [Key, ...Key[]]
}

export interface FunctionStub {
  /** As workflows call the function. */
  readonly name: string
  /** The parts of the path below the functions folder, without an ending. */
  readonly path: readonly string[]
  readonly text: string
  /** The line of the function in the text. */
  readonly line: number
}

/** Words that no function can be called by in a source. */
const reserved = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield arguments eval'.split(
    ' ',
  ),
)

/** The source of a new function; null if the language reserves its name. */
export function functionStub({ name, reads }: NewFunction): FunctionStub | null {
  const called = functionKey(name)
  const path = called.split('.')
  const exported = camelCase(path.pop() ?? '')
  if (reserved.has(exported)) return null
  const state = `${exported.charAt(0).toUpperCase()}${exported.slice(1)}State`
  const fields = reads.map((field) => `  readonly ${field.name}?: ${fieldTypes[field.type]}`)
  const head = [
    "import type { StepContext } from 'heddle/steps'",
    '',
    '/** The fields of the state that the function reads. */',
    `interface ${state} {`,
    ...(fields.length === 0 ? ['  readonly [field: string]: unknown'] : fields),
    '}',
    '',
    '/** Describe what the function does: the designer shows this sentence. */',
  ]
  const body = [
    `export async function ${exported}(state: ${state}, context: StepContext) {`,
    `  context.log(\`${called} has no code yet. State: \${Object.keys(state).join(', ')}\`)`,
    '  return {}',
    '}',
    '',
  ]
  return { name: called, path, text: [...head, ...body].join('\n'), line: head.length + 1 }
}

const camelCase = (name: string) => name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
