'use client'

import { FailurePage } from '#components/shell/failure/failure-page.tsx'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailurePage error={error} onRetry={retry} />
}
