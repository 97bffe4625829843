import type { OverviewData } from '#components/api/models.ts'
import { webhookPath, webhooksPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { overviewTexts } from './texts/overview.ts'

/** The webhooks that Heddle turned off, with a link to where they are turned on again. */
export function StoppedWebhooks({ webhooks }: { webhooks: OverviewData['stoppedWebhooks'] }) {
  const [first, ...others] = webhooks
  if (!first) return null
  const isOne = others.length === 0
  return (
    <Callout tone="failed" className="m-4">
      <b className="font-semibold wrap-anywhere">
        {isOne ? overviewTexts.webhookIsOff(new URL(first.url).host) : overviewTexts.webhooksAreOff(webhooks.length)}
      </b>{' '}
      {isOne && <span className="wrap-anywhere">{isolateText(first.reason)} </span>}
      {isOne ? overviewTexts.itGetsNoEvents : overviewTexts.theyGetNoEvents}{' '}
      <PageLink
        href={isOne ? webhookPath(first.id) : webhooksPath}
        className="rounded-s font-medium whitespace-nowrap underline underline-offset-2 hover:decoration-2"
      >
        {isOne ? overviewTexts.openWebhook : overviewTexts.openWebhooks}
      </PageLink>
    </Callout>
  )
}
