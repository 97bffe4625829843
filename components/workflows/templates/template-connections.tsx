'use client'

import Link from 'next/link'
import type { ConnectionEntry } from '#components/api/models.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { type ConnectionKind, connectionCatalogue } from '#core/definition/connections/kinds.ts'
import { workflowsTexts } from '../texts/workflows.ts'
import type { NeededConnection, TemplateConnectionsState } from './use-template-connections.ts'

const linkClasses = 'justify-self-start text-small text-accent hover:underline'

/** The connections that a template needs, each with a choice among those that fit. */
export function TemplateConnections({ needed, chosen, choose }: TemplateConnectionsState) {
  if (needed.length === 0) return null
  return (
    <section aria-label={workflowsTexts.connections} className="grid gap-2">
      {needed.map((one) => (
        <Choice key={one.name} {...one} chosen={chosen[one.name]} onChoose={(name) => choose(one.name, name)} />
      ))}
    </section>
  )
}

interface ChoiceProps extends NeededConnection {
  chosen: string | undefined
  onChoose(name: string): void
}

function Choice({ kinds, fitting, chosen, onChoose }: ChoiceProps) {
  const kind = kinds.map((one) => connectionCatalogue[one].label).join(', ')
  if (fitting.length === 0) {
    return (
      <Callout tone="active">
        {workflowsTexts.noConnection(kind)}{' '}
        <Link href="/settings/connections" className="text-accent hover:underline">
          {workflowsTexts.addConnection}
        </Link>
      </Callout>
    )
  }
  const selected = fitting.find(({ name }) => name === chosen)
  return (
    <div className="grid gap-1">
      <Field
        label={workflowsTexts.connectionFor(kind)}
        hint={selected?.source === 'example' && workflowsTexts.exampleStarts}
      >
        {(control) => <Select {...control} value={chosen} onValueChange={onChoose} options={fitting.map(optionOf)} />}
      </Field>
      {isMailExample(selected) && (
        <Link href="/settings/connections#example-mails" className={linkClasses}>
          {workflowsTexts.readMails}
        </Link>
      )}
    </div>
  )
}

const mail: ConnectionKind = 'smtp'
const isMailExample = (entry: ConnectionEntry | undefined) => entry?.kind === mail && entry.source === 'example'

const optionOf = ({ name, source }: ConnectionEntry) => ({
  value: name,
  label: source === 'example' ? workflowsTexts.exampleServer : name,
})
