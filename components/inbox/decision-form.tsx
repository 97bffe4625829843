'use client'

import { type ReactNode, useMemo, useState } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/action-store.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { initialValue, isDecision, schemaField, withProperty } from '#components/ui/schema-form/schema-field.ts'
import { SchemaForm } from '#components/ui/schema-form/schema-form.tsx'
import { Instant } from '#components/ui/time.tsx'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import { type AlreadyDecided, useDecide } from './use-decide.ts'

export interface DecisionFormProps {
  task: HumanTaskDetail
  onDecided(): void
  /** A list goes on after this task. */
  hasNext?: boolean
  /** Shown in a dialog: its keys work there. */
  inDialog?: boolean
  children?: ReactNode
}

/** The form of an open human task and its one button. A decides yes, D decides no, ⌘↵ sends. */
export function DecisionForm({ task, onDecided, hasNext = false, inDialog = false, children }: DecisionFormProps) {
  const schema = task.form
  const [value, setValue] = useState<Json | undefined>(() => (schema ? (initialValue(schema, true) ?? {}) : {}))
  const { errors, alreadyDecided, isBusy, send } = useDecide(task, onDecided)
  const decision = schema ? decisionName(schema) : undefined
  const answer = decision !== undefined && isJsonObject(value) ? value[decision] : undefined
  useDecisionKeys(decision, inDialog, setValue, () => send(value ?? {}))

  if (alreadyDecided) return <AlreadyDecidedNotice {...alreadyDecided} />
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(value ?? {})
      }}
    >
      {schema ? (
        <SchemaForm schema={schema} value={value} onChange={setValue} errors={errors} decisions disabled={isBusy} />
      ) : (
        errors.map((error) => (
          <Callout key={error.message} tone="failed" alert>
            {error.message}
          </Callout>
        ))
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" size="large" disabled={isBusy}>
          {isBusy ? 'Sending…' : `${verbOf(answer)}${hasNext ? ' and next' : ''}`}
          <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
        </Button>
        {children}
      </div>
    </form>
  )
}

function decisionName(schema: JsonSchema): string | undefined {
  const field = schemaField(schema)
  return field.kind === 'object' ? field.properties.find(isDecision)?.name : undefined
}

function verbOf(answer: Json | undefined): string {
  if (answer === true) return 'Approve'
  return answer === false ? 'Decline' : 'Submit'
}

function useDecisionKeys(
  decision: string | undefined,
  inDialog: boolean,
  setValue: (change: (value: Json | undefined) => Json | undefined) => void,
  send: () => void,
) {
  const actions = useMemo(() => {
    const shared = { group: 'This task', ...(inDialog ? { scope: 'dialog' as const } : {}) }
    const answer = (yes: boolean) => decision !== undefined && setValue((value) => withProperty(value, decision, yes))
    const hasDecision = decision !== undefined
    return [
      { id: 'task.yes', label: 'Approve', ...shared, shortcut: 'a', enabled: hasDecision, perform: () => answer(true) },
      { id: 'task.no', label: 'Decline', ...shared, shortcut: 'd', enabled: hasDecision, perform: () => answer(false) },
      { id: 'task.send', label: 'Send the decision', ...shared, shortcut: 'mod+enter', perform: send },
    ]
  }, [decision, inDialog, setValue, send])
  useOfferActions(actions)
}

export function AlreadyDecidedNotice({ by, at }: AlreadyDecided) {
  return (
    <Callout tone="human" alert>
      <b>This was decided already</b>
      {by && <> by {by}</>}
      {at && (
        <>
          {' at '}
          <Instant at={at} />
        </>
      )}
      . Your answer changed nothing.
    </Callout>
  )
}
