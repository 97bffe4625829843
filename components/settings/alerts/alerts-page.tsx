'use client'

import { useQuery } from '@tanstack/react-query'
import { BellRing, Pencil, Send, Trash2 } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import type { AlertRule } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { useNames } from '#components/people/use-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ListSection } from '../list-section.tsx'
import { RowActions, Rows } from '../rows.tsx'
import { MessageList } from './message-list.tsx'
import { RemoveRuleDialog } from './remove-rule-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { ruleSentence } from './rule-sentence.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { alertsTexts } from './texts/alerts.ts'
import { useRuleActions } from './use-rule-actions.ts'

/** A message appears when an engine has put it together, some seconds after its cause. */
const lookEveryMs = 5_000

type Task =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove'; readonly rule: AlertRule }
  | { readonly kind: 'secret'; readonly secret: string }

/** The rules about runs of the owner, or of the workflow in the address, and their last messages. */
export function AlertsPage() {
  const api = useApi()
  const { person } = useNames()
  const titleOf = useWorkflowTitle()
  const [workflow, setWorkflow] = useQueryState('workflow', parseAsString)
  const { data, error, refetch } = useQuery(
    api.alerts.list.queryOptions(workflow === null ? {} : { workflow }, { refetchInterval: lookEveryMs }),
  )
  const rules = data?.rules
  const isMailMissing =
    data?.sendsMail === false && data.rules.some(({ people, addresses }) => people.length + addresses.length > 0)
  return (
    <ListSection<AlertRule, Task>
      id="alerts"
      title={alertsTexts.alerts}
      about={alertsTexts.about}
      add={{ label: alertsTexts.addRule, task: { kind: 'add' } }}
      textsOf={(rule) => [ruleSentence({ ...rule, workflow: titleOf(rule.workflow) }, person)]}
      query={{ data: rules, error, refetch }}
      icon={<BellRing />}
      nothing={alertsTexts.noRulesYet}
      nothingAbout={alertsTexts.noRulesYetAbout}
      above={
        <>
          {workflow !== null && (
            <p className="flex flex-wrap items-center gap-3">
              {alertsTexts.onlyOf(isolateText(titleOf(workflow)))}
              <Button size="small" onClick={() => void setWorkflow(null)}>
                {alertsTexts.showAll}
              </Button>
            </p>
          )}
          {isMailMissing && <Callout tone="idle">{alertsTexts.noMailServer}</Callout>}
        </>
      }
      below={rules && rules.length > 0 && <MessageList messages={data.messages} rules={rules} />}
      dialog={(task, ask) => <RuleTaskDialog task={task} workflow={workflow ?? ''} onAsk={ask} />}
    >
      {(items, ask) => (
        <Rows label={alertsTexts.alerts}>
          {items.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onAsk={ask} />
          ))}
        </Rows>
      )}
    </ListSection>
  )
}

interface RuleTaskDialogProps {
  task: Task
  workflow: string
  onAsk(task: Task | null): void
}

/** The dialog of a task; a new webhook's secret is shown after its rule is saved. */
function RuleTaskDialog({ task, workflow, onAsk }: RuleTaskDialogProps) {
  const close = () => onAsk(null)
  if (task.kind === 'remove') return <RemoveRuleDialog rule={task.rule} onClose={close} />
  if (task.kind === 'secret') return <SecretDialog secret={task.secret} onClose={close} />
  return (
    <RuleDialog
      rule={task.kind === 'edit' ? task.rule : null}
      workflow={workflow}
      onSaved={(secret) => onAsk(secret === null ? null : { kind: 'secret', secret })}
      onClose={close}
    />
  )
}

function RuleRow({ rule, onAsk }: { rule: AlertRule; onAsk(task: Task): void }) {
  const { person } = useNames()
  const { test } = useRuleActions()
  const title = useWorkflowTitle()(rule.workflow)
  const sentence = ruleSentence({ ...rule, workflow: title }, person) ?? title
  return (
    <li className="flex min-h-10 items-center gap-3 px-3.5 py-2 max-sm:flex-wrap">
      <span className="grid min-w-0 flex-1 gap-0.5 max-sm:basis-full">
        <span className="wrap-anywhere">{sentence}</span>
        {rule.waiting && (
          <span className="text-small text-muted">
            {alertsTexts.waiting(rule.waiting.alerts)} <Instant at={rule.waiting.until} />
          </span>
        )}
      </span>
      {!rule.enabled && <Chip>{alertsTexts.off}</Chip>}
      <span className="flex shrink-0 items-center gap-1 max-sm:ml-auto">
        <RowActions
          actions={[
            {
              label: alertsTexts.test(sentence),
              icon: <Send />,
              isOff: !rule.enabled || test.isPending,
              perform: () => test.mutate({ id: rule.id }),
            },
            { label: alertsTexts.edit(sentence), icon: <Pencil />, perform: () => onAsk({ kind: 'edit', rule }) },
            { label: alertsTexts.remove(sentence), icon: <Trash2 />, perform: () => onAsk({ kind: 'remove', rule }) },
          ]}
        />
      </span>
    </li>
  )
}
