import { RotateCw } from 'lucide-react'
import type { AlertRule, SentAlert } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { useNames } from '#components/people/use-names.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { alertsTexts } from './texts/alerts.ts'
import { useRuleActions } from './use-rule-actions.ts'

/** The last messages with their state; one that was given up can be sent again. */
export function MessageList({ messages, rules }: { messages: readonly SentAlert[]; rules: readonly AlertRule[] }) {
  const { resend } = useRuleActions()
  const { person } = useNames()
  const titleOf = useWorkflowTitle()
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  const receiverOf = ({ channel, receiver, ruleId }: SentAlert) => {
    if (channel === 'webhook') return ruleOf.get(ruleId)?.webhookOrigin ?? alertsTexts.webhook
    return isolateText(channel === 'person' ? person(receiver) : receiver)
  }
  return (
    <div className="grid gap-1.5">
      <h3 className="text-label text-muted">{alertsTexts.lastMessages}</h3>
      {messages.length === 0 ? (
        <p className="text-muted">{alertsTexts.noMessages}</p>
      ) : (
        <>
          <p className="text-small text-muted">{alertsTexts.lastMessagesAbout}</p>
          <ul aria-label={alertsTexts.lastMessages} className="divide-y rounded-m border bg-surface">
            {messages.map((message) => (
              <li key={message.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2">
                <span className={classNames('w-24 font-medium', message.state === 'failed' && 'text-failed')}>
                  {alertsTexts.states[message.state]}
                </span>
                <span className="wrap-anywhere">{receiverOf(message)}</span>
                <span className="text-small text-muted">
                  {isolateText(titleOf(ruleOf.get(message.ruleId)?.workflow ?? ''))}
                </span>
                <Instant at={message.createdAt} className="ml-auto text-small text-muted" />
                {message.state === 'failed' && (
                  <Button
                    size="small"
                    icon={<RotateCw />}
                    disabled={resend.isPending}
                    onClick={() => resend.mutate({ id: message.id })}
                  >
                    {alertsTexts.sendAgain}
                  </Button>
                )}
                {message.reason && <p className="w-full text-small text-muted wrap-anywhere">{message.reason}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
