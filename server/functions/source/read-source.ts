import { parseSync, type Statement } from 'oxc-parser'
import type { JsonSchema } from '#core/json.ts'
import type { FunctionParameter, StepFunction } from '../step-function.ts'
import { type FunctionSource, functionIn } from './function-in.ts'
import { type ReExport, reExportsOf } from './re-exports.ts'
import { docAbove } from './read-doc.ts'
import { schemaOfResult } from './schema-of-result.ts'
import { type DeclaredTypes, declaredTypes, schemaOfType } from './schema-of-type.ts'

interface Found {
  readonly exportedAs: string
  readonly node: FunctionSource
  /** The function is the argument of another function, which may change its parameters and result. */
  readonly isWrapped: boolean
  /** The offset of the statement above which a comment would stand. */
  readonly start: number
}

export interface FunctionOfSource extends Omit<StepFunction, 'name' | 'path'> {
  readonly exportedAs: string
}

export interface SourceExports {
  readonly functions: readonly FunctionOfSource[]
  readonly reExports: readonly ReExport[]
  /** Why nothing could be read. */
  readonly syntaxError: string | null
}

/** The exports of one file, read without running it. `file` is shown to people. */
export function readSource(source: string, file: string): SourceExports {
  const { program, comments, errors } = parseSync(file, source)
  const local = new Map<string, Found>()
  const declared = (statement: Statement) => declaredFunctions(statement, local)
  // A wrapped function may be declared below its wrapper, so the pass repeats until it finds nothing new.
  for (let known = -1; known < local.size; ) {
    known = local.size
    for (const found of program.body.flatMap(declared)) local.set(found.exportedAs, found)
  }
  const exported = program.body.flatMap((statement): readonly Found[] => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (statement.declaration) return declared(statement)
    if (statement.source) return []
    return statement.specifiers.flatMap((specifier) => {
      const found = 'name' in specifier.local ? local.get(specifier.local.name) : undefined
      const exportedAs = 'name' in specifier.exported ? specifier.exported.name : specifier.exported.value
      return found ? [{ ...found, exportedAs }] : []
    })
  })
  const types = declaredTypes(program.body)
  const functions = exported.map(({ exportedAs, node, isWrapped, start }): FunctionOfSource => {
    const doc = docAbove(source, comments, start)
    return {
      exportedAs,
      file,
      line: lineAt(source, start),
      doc: doc.text,
      signature: `${exportedAs}${signatureOf(source, node)}`,
      parameters: parametersOf(source, node, doc.parameters),
      returns: node.returnType ? written(source, node.returnType.typeAnnotation) : null,
      returnsDoc: doc.returns,
      reads: isWrapped ? null : readsOf(node, types),
      result: isWrapped ? null : schemaOfResult(node, types),
    }
  })
  const [error] = program.body.length === 0 ? errors : []
  return {
    functions,
    reExports: reExportsOf(program.body),
    syntaxError: error ? `${file}:${lineAt(source, error.labels[0]?.start ?? 0)}: ${error.message}` : null,
  }
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

function parametersOf(
  source: string,
  node: FunctionSource,
  docs: ReadonlyMap<string, string>,
): readonly FunctionParameter[] {
  return node.params.map((parameter, index) => {
    const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
    const name = target.type === 'Identifier' ? target.name : index === 0 ? 'state' : `argument ${index + 1}`
    const type = 'typeAnnotation' in target && target.typeAnnotation ? target.typeAnnotation.typeAnnotation : null
    return { name, type: type === null ? null : written(source, type), doc: docs.get(name) ?? null }
  })
}

/** The schema of the state that the function reads, from the type of its first parameter. */
function readsOf({ params }: FunctionSource, types: DeclaredTypes): JsonSchema | null {
  const [first] = params
  if (first === undefined || !('typeAnnotation' in first) || !first.typeAnnotation) return null
  const schema = schemaOfType(first.typeAnnotation.typeAnnotation, types)
  return schema.type === 'object' ? schema : null
}

const written = (source: string, { start, end }: { start: number; end: number }): string =>
  source.slice(start, end).replace(/\s+/g, ' ')

function declaredFunctions(statement: Statement, local: ReadonlyMap<string, Found>): readonly Found[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  const { start } = statement
  if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
    return [{ exportedAs: declaration.id.name, node: declaration, isWrapped: false, start }]
  }
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) => {
    const found = init ? functionIn(init, (name) => local.get(name)) : null
    if (id.type !== 'Identifier' || found === null) return []
    return [{ node: found.node, isWrapped: found.isWrapped, exportedAs: id.name, start }]
  })
}

/** Parameters and return type as written, on one line. */
function signatureOf(source: string, node: FunctionSource): string {
  const from = node.type === 'ArrowFunctionExpression' ? node.start : (node.id?.end ?? source.indexOf('(', node.start))
  return source
    .slice(from, node.body?.start ?? node.end)
    .replace(/=>\s*$/, '')
    .replace(/^async\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
