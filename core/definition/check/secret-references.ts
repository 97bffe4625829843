import { secretName } from '../../expression/template/fill-template.ts'
import { templateStrings } from '../../expression/template/template.ts'
import { templateParts } from '../../expression/template/template-parts.ts'
import type { Json } from '../../json.ts'
import type { Step } from '../definition.ts'
import { innerLists, pathInList } from '../inner-lists.ts'
import type { SourcePath } from '../text/source-index.ts'

export interface SecretReference {
  readonly name: string
  readonly path: SourcePath
  readonly step: string
}

/** The secrets that requests refer to; each secret of a step once. */
export function secretReferences(steps: readonly Step[], path: SourcePath): readonly SecretReference[] {
  return steps.flatMap((step, index) => inStep(step, [...path, index]))
}

function inStep(step: Step, at: SourcePath): readonly SecretReference[] {
  return [
    ...(step.type === 'HTTP' ? inRequest(step.http_config as Json, [...at, 'http_config'], step.name) : []),
    ...innerLists(step).flatMap((list) =>
      list.steps.flatMap((inner, index) => inStep(inner, [...at, ...pathInList(list, index)])),
    ),
  ]
}

function inRequest(config: Json, at: SourcePath, step: string): readonly SecretReference[] {
  const found = templateStrings(config).flatMap(({ text, path }) =>
    templateParts(text).flatMap((part): readonly SecretReference[] => {
      const name = part.kind === 'expression' ? secretName(part.source) : null
      return name === null ? [] : [{ name, path: [...at, ...path], step }]
    }),
  )
  return [...new Map(found.toReversed().map((each) => [each.name, each])).values()].toReversed()
}
