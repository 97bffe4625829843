import { inferExpression } from '../check/check-expression.ts'
import { alternatives, anyType, type ScopeTypes, stringType, unionType, type ValueType } from '../check/types.ts'
import { macros } from '../functions.ts'
import type { Token } from '../parse/tokenize.ts'

/** The type of the value that ends at the last token: its longest tail that reads as names, fields, calls and indexes. */
export function typeBefore(source: string, tokens: readonly Token[], types: ScopeTypes): ValueType {
  const end = tokens.at(-1)?.end
  if (end === undefined) return anyType
  const from = startOfValue(tokens)
  return inferExpression(source.slice((tokens[from] as Token).start, end), types).type
}

/** Index of the token at which the value that ends with the last one begins. */
function startOfValue(tokens: readonly Token[]): number {
  let open = 0
  for (let at = tokens.length - 1; at > 0; at--) {
    const token = tokens[at] as Token
    const previous = tokens[at - 1] as Token
    if (token.kind === 'close') open++
    if (token.kind === 'open') open--
    if (open > 0 || token.text === '.' || previous.text === '.') continue
    const called = token.kind === 'open' && previous.kind === 'name'
    const indexed = token.text === '[' && (previous.kind === 'close' || previous.kind === 'string')
    if (!called && !indexed) return at
  }
  return 0
}

/** The scope with the variables of the loops that are open at the end of the tokens. */
export function withLoopVariables(source: string, tokens: readonly Token[], types: ScopeTypes): ScopeTypes {
  const open: number[] = []
  tokens.forEach((token, index) => {
    if (token.kind === 'open') open.push(index)
    else if (token.kind === 'close') open.pop()
  })
  let known = types
  for (const at of open) {
    const [dot, macro] = tokens.slice(Math.max(0, at - 2), at)
    const [variable, comma] = tokens.slice(at + 1, at + 3)
    if (dot?.text !== '.' || !macros.some(({ name }) => name === macro?.text)) continue
    if (variable?.kind !== 'name' || comma?.text !== ',') continue
    const over = typeBefore(source, tokens.slice(0, at - 2), known)
    known = { ...known, names: { ...known.names, [variable.text]: elementOf(over) } }
  }
  return known
}

function elementOf(type: ValueType): ValueType {
  return unionType(
    alternatives(type).map((one) => (one.kind === 'list' ? one.element : one.kind === 'object' ? stringType : anyType)),
  )
}
