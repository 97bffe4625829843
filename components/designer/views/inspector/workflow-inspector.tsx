'use client'

import { Workflow } from 'lucide-react'
import { type KeySpec, workflowKeys } from '#core/definition/catalogue.ts'
import { workflowTitle } from '#core/definition/title.ts'
import type { Json } from '#core/json.ts'
import { useDocument, useProblems, useSession } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
import type { FieldProps } from './field-props.ts'
import { KeyFields } from './key-field.tsx'

/** The name is the title above: a draft keeps the name it was made with. */
const named = workflowKeys.filter(({ key }) => key !== 'workflow_type')
/** Switches last, so that short fields stand side by side. */
const keys = [...named.filter(({ kind }) => kind !== 'boolean'), ...named.filter(({ kind }) => kind === 'boolean')]

/** Nothing is selected: the settings of the workflow. */
export function WorkflowInspector() {
  const session = useSession()
  const definition = useDocument((document) => document.definition)
  const problems = useProblems((state) => state.all)
  const steps = definition?.steps.length ?? 0
  const fieldOf = (spec: KeySpec): FieldProps => ({
    spec,
    path: [spec.key],
    at: [spec.key],
    value: (definition as unknown as Readonly<Record<string, Json | undefined>> | null)?.[spec.key],
    problems: problems.filter((problem) => problem.path[0] === spec.key),
    set(value, path = []) {
      const done = session.apply({
        type: 'set_workflow_field',
        path: [spec.key, ...path],
        ...(value === undefined ? {} : { value }),
      })
      return done.ok ? null : done.message
    },
    change(changes) {
      const done = session.apply(
        changes.map(({ path, value }) => ({
          type: 'set_workflow_field' as const,
          path: [spec.key, ...path],
          ...(value === undefined ? {} : { value }),
        })),
      )
      return done.ok ? null : done.message
    },
  })
  return (
    <>
      <header className="flex items-center gap-2.5 border-b px-3.5 py-3.5">
        <span className="grid size-8.5 shrink-0 place-items-center rounded-m bg-sunken text-muted [&_svg]:size-4.25">
          <Workflow aria-hidden="true" />
        </span>
        <div className="grid min-w-0">
          <h2 className="truncate text-title" title={session.name}>
            {workflowTitle({ workflow_type: session.name, title: definition?.title })}
          </h2>
          <p className="text-small text-muted">
            {viewsInspectorTexts.workflow(steps === 1 ? viewsInspectorTexts.oneStep : viewsInspectorTexts.steps(steps))}
          </p>
        </div>
      </header>
      <div className="overflow-y-auto">
        <KeyFields keys={keys} fieldOf={fieldOf} />
      </div>
    </>
  )
}
