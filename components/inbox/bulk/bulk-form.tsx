'use client'

import { useId, useMemo, useRef, useState } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { useDialogSubmit } from '#components/shell/dialog/use-dialog-submit.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { decisionOf, verbOf } from '#components/ui/schema-form/decision.ts'
import { initialValue, withProperty } from '#components/ui/schema-form/schema-field.ts'
import { SchemaForm } from '#components/ui/schema-form/schema-form.tsx'
import { useBrokenFields } from '#components/ui/schema-form/use-broken-fields.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { bulkTexts } from '../texts/bulk.ts'

export interface BulkFormProps {
  schema: HumanTaskDetail['form']
  count: number
  failure: string | null
  isBusy: boolean
  onSend(input: Json): void
}

/** The form that all chosen tasks share, filled in once. */
export function BulkForm({ schema, count, failure, isBusy, onSend }: BulkFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  useDialogSubmit(bulkTexts.sendDecision, formId)
  const decision = useMemo(() => (schema ? decisionOf(schema) : null), [schema])
  const [value, setValue] = useState<Json | undefined>(() => (schema ? (initialValue(schema, true) ?? {}) : {}))
  const { onBroken, refused, maySend } = useBrokenFields()
  const answer = decision && isJsonObject(value) ? value[decision.name] : undefined
  /** The decision itself has not been made yet. */
  const isOpen = decision !== null && answer === undefined
  useOfferActions(
    useMemo(
      () =>
        (decision?.answers ?? []).flatMap(({ value: given, label, keys }) =>
          keys.map((shortcut) => ({
            id: `bulk.answer.${shortcut}`,
            label,
            group: bulkTexts.selectedTasks,
            shortcut,
            scope: 'dialog' as const,
            perform: () => {
              setValue((current) => withProperty(current, decision?.name ?? '', given))
              queueMicrotask(() => form.current?.querySelector<HTMLElement>('[data-decision] input:checked')?.focus())
            },
          })),
        ),
      [decision],
    ),
  )
  return (
    <form
      ref={form}
      id={formId}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && !isOpen && maySend()) onSend(value ?? {})
      }}
    >
      {failure !== null && (
        <Callout tone="failed" alert>
          {bulkTexts.youCanSendItAgain(failure)}
        </Callout>
      )}
      {schema && (
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setValue}
          onBroken={onBroken}
          errors={refused}
          decisions
          disabled={isBusy}
        />
      )}
      <Button type="submit" look="primary" size="large" className="justify-self-start" disabled={isBusy || isOpen}>
        {isBusy
          ? bulkTexts.sending
          : bulkTexts.for(verbOf(decision, answer), count === 1 ? bulkTexts.oneTask : bulkTexts.tasks(count))}
        <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
      </Button>
    </form>
  )
}
