import type { ExportSpecifier, ModuleExportName, Statement } from 'oxc-parser'

/** Names that a file exports of another one; `names` is null for all of them. */
export interface ReExport {
  readonly specifier: string
  readonly names: readonly { readonly imported: string; readonly exportedAs: string }[] | null
}

/** `export { a as b } from './c.ts'`, `export * from './c.ts'`, and what is imported and exported. */
export function reExportsOf(body: readonly Statement[]): readonly ReExport[] {
  const imported = importsOf(body)
  return body.flatMap((statement): readonly ReExport[] => {
    if (statement.type === 'ExportAllDeclaration') {
      const isNamed = statement.exported !== null || statement.exportKind === 'type'
      return isNamed ? [] : [{ specifier: statement.source.value, names: null }]
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return []
    const specifiers = statement.specifiers.filter(({ exportKind }) => exportKind !== 'type')
    if (statement.source) return [{ specifier: statement.source.value, names: specifiers.map(namesOf) }]
    return specifiers.flatMap((each): readonly ReExport[] => {
      const from = imported.get(nameOf(each.local))
      if (!from) return []
      return [{ specifier: from.specifier, names: [{ imported: from.name, exportedAs: nameOf(each.exported) }] }]
    })
  })
}

/** What a file imports by name, by the names it gives them. */
function importsOf(body: readonly Statement[]) {
  const found = new Map<string, { readonly specifier: string; readonly name: string }>()
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
    for (const each of statement.specifiers) {
      if (each.type !== 'ImportSpecifier' || each.importKind === 'type') continue
      found.set(each.local.name, { specifier: statement.source.value, name: nameOf(each.imported) })
    }
  }
  return found
}

const namesOf = ({ local, exported }: ExportSpecifier) => ({ imported: nameOf(local), exportedAs: nameOf(exported) })

const nameOf = (name: ModuleExportName): string => ('name' in name ? name.name : name.value)
