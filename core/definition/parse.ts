import { isJsonObject, type JsonObject } from '#core/json.ts'
import { checkExpressions } from './check/check-expressions.ts'
import { checkLoopFlow, reportFlow } from './check/check-flow.ts'
import { flowOf } from './control-flow.ts'
import type { Definition, Layout, StepGroup } from './definition.ts'
import type { Problem } from './problem.ts'
import { checkReferences } from './read/check-references.ts'
import { readLayout } from './read/read-layout.ts'
import { readSteps } from './read/read-step.ts'
import { checkCount, inTextOrder, readWorkflow } from './read/read-workflow.ts'
import { type Reading, SourceLocation } from './read/source-location.ts'
import { readYaml } from './text/read-yaml.ts'
import { type SourceIndex, sourceIndex } from './text/source-index.ts'

export type { SourceIndex } from './text/source-index.ts'

export interface ParseResult {
  /** Null only when the structure of the text is not certain; otherwise every readable step is included. */
  readonly definition: Definition | null
  readonly layout: Layout
  readonly groups: readonly StepGroup[]
  /** In text order. A text with a problem of severity `error` is not published. */
  readonly problems: readonly Problem[]
  readonly source: SourceIndex
}

/**
 * Parses the text of a workflow (docs/reference/definition.md). Total: every text has a result, and every defect is a
 * located problem. Nothing in the text is executed. The text is not changed: comments, order and unknown keys stay as
 * the author wrote them.
 */
export function parse(text: string): ParseResult {
  const { value, node, problems: yaml } = readYaml(text)
  const reading: Reading = { text, problems: [...yaml], stepRanges: new Map() }
  const root = new SourceLocation(reading, [], node)
  const isReadable = isJsonObject(value)
  if (!isReadable && yaml.length === 0) {
    root.error('WORKFLOW_MISSING', 'There is no workflow here yet. Start with workflow_type: and a name.')
  }
  const definition = isReadable ? readDefinition(value, root) : null
  return {
    definition,
    ...readLayout(isReadable ? value.layout : undefined, root.child('layout')),
    problems: inTextOrder(reading.problems, definition?.steps),
    source: sourceIndex(node, (name) => reading.stepRanges.get(name)),
  }
}

function readDefinition(value: JsonObject, root: SourceLocation): Definition {
  const workflow = readWorkflow(value, root)
  const at = root.child('steps')
  const steps = value.steps === undefined || value.steps === null ? [] : readSteps(value.steps, at)
  checkCount(value.steps, steps, at)
  checkReferences(steps, value.steps ?? null, at)
  const definition: Definition = { ...workflow, steps }
  const flow = flowOf(steps)
  reportFlow(flow, at)
  for (const [index, step] of steps.entries()) checkLoopFlow(step, at.child(index))
  checkExpressions(definition, flow, at)
  return definition
}
