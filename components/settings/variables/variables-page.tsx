'use client'

import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2, Variable } from 'lucide-react'
import type { VariableEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ListSection } from '../list-section.tsx'
import { RowActions, Rows } from '../rows.tsx'
import { variablesTexts } from './texts/variables.ts'
import { RemoveVariableDialog, VariableDialog, type VariableTask } from './variable-dialog.tsx'

/** The variables of the owner: their values, and the workflows that read them. */
export function VariablesPage() {
  const variables = useQuery(useApi().variables.list.queryOptions())
  const mayChange = useMay('variable.edit')
  return (
    <ListSection<VariableEntry, VariableTask>
      id="variables"
      title={variablesTexts.variables}
      about={variablesTexts.about}
      add={mayChange ? { label: variablesTexts.add, task: { kind: 'add' } } : null}
      textsOf={({ name, value, description, usedBy }) => [name, value, description, ...usedBy]}
      query={variables}
      icon={<Variable />}
      nothing={variablesTexts.noneYet}
      nothingAbout={variablesTexts.addFirst}
      dialog={(task, ask) =>
        task.kind === 'remove' ? (
          <RemoveVariableDialog variable={task.variable} onClose={() => ask(null)} />
        ) : (
          <VariableDialog task={task} onClose={() => ask(null)} />
        )
      }
    >
      {(items, ask) => (
        <Rows label={variablesTexts.variables}>
          {items.map((variable) => (
            <VariableRow key={variable.name} variable={variable} onAsk={mayChange ? ask : null} />
          ))}
        </Rows>
      )}
    </ListSection>
  )
}

interface VariableRowProps {
  readonly variable: VariableEntry
  /** Null where the caller may only look. */
  readonly onAsk: ((task: VariableTask) => void) | null
}

function VariableRow({ variable, onAsk }: VariableRowProps) {
  const { name, value, description, usedBy, updatedAt } = variable
  return (
    <li className="flex min-h-10 flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2">
      <span className="w-44 truncate pt-0.5 font-mono text-code font-semibold" title={name}>
        {name}
      </span>
      <span className="grid min-w-48 flex-1 gap-1">
        <span className="font-mono text-code whitespace-pre-wrap wrap-anywhere">{isolateText(value)}</span>
        <span className="flex flex-wrap gap-x-3 text-small text-muted">
          {description !== '' && <span className="wrap-anywhere">{isolateText(description)}</span>}
          <span className="wrap-anywhere">
            {usedBy.length === 0 ? variablesTexts.unused : variablesTexts.usedBy(usedBy.map(isolateText).join(', '))}
          </span>
          <span>
            {variablesTexts.changed} <Instant at={updatedAt} />
          </span>
        </span>
      </span>
      {onAsk !== null && (
        <span className="flex items-center gap-1">
          <RowActions
            actions={[
              {
                label: variablesTexts.change(name),
                icon: <Pencil />,
                perform: () => onAsk({ kind: 'change', variable }),
              },
              {
                label: variablesTexts.remove(name),
                icon: <Trash2 />,
                perform: () => onAsk({ kind: 'remove', variable }),
              },
            ]}
          />
        </span>
      )}
    </li>
  )
}
