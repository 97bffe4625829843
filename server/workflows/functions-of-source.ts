import {
  type ArrowFunctionExpression,
  type Comment,
  type Function as FunctionNode,
  parseSync,
  type Statement,
} from 'oxc-parser'
import { snakeCase } from '#core/definition/function-name.ts'
import type { StepFunction } from './models.ts'

interface Found {
  readonly exportedAs: string
  readonly node: FunctionNode | ArrowFunctionExpression
  /** Where the statement begins that a comment would stand above. */
  readonly start: number
}

/**
 * The exported functions of one file, read without running it. `file` is shown
 * to people; `module` is the first part of the functions' names. A file that
 * does not parse has none: the engine says why when it loads it.
 */
export function functionsOfSource(source: string, file: string, module: string): readonly StepFunction[] {
  const { program, comments } = parseSync(file, source)
  const local = new Map(program.body.flatMap(declaredFunctions).map((found) => [found.exportedAs, found]))
  const exported = program.body.flatMap((statement): readonly Found[] => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (statement.declaration) return declaredFunctions(statement)
    if (statement.source) return []
    return statement.specifiers.flatMap((specifier) => {
      const found = 'name' in specifier.local ? local.get(specifier.local.name) : undefined
      const exportedAs = 'name' in specifier.exported ? specifier.exported.name : specifier.exported.value
      return found ? [{ ...found, exportedAs }] : []
    })
  })
  return exported.map(({ exportedAs, node, start }) => ({
    name: `${module}.${snakeCase(exportedAs)}`,
    file,
    line: source.slice(0, start).split('\n').length,
    doc: docAbove(source, comments, start),
    signature: `${exportedAs}${signatureOf(source, node)}`,
  }))
}

function declaredFunctions(statement: Statement): readonly Found[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
    return [{ exportedAs: declaration.id.name, node: declaration, start: statement.start }]
  }
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
      ? [{ exportedAs: id.name, node: init, start: statement.start }]
      : [],
  )
}

/** Parameters and return type as written, on one line. */
function signatureOf(source: string, node: FunctionNode | ArrowFunctionExpression): string {
  const from = node.type === 'ArrowFunctionExpression' ? node.start : (node.id?.end ?? source.indexOf('(', node.start))
  return source
    .slice(from, node.body?.start ?? node.end)
    .replace(/=>\s*$/, '')
    .replace(/^async\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function docAbove(source: string, comments: readonly Comment[], start: number): string | null {
  const above = comments.findLast(
    (comment) =>
      comment.end <= start && source.slice(comment.end, start).trim() === '' && comment.value.startsWith('*'),
  )
  if (above?.type !== 'Block') return null
  const text = above.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join('\n')
    .trim()
  return text === '' ? null : text
}
