import type { Metadata } from 'next'
import { RetentionPage } from '#components/settings/retention/retention-page.tsx'

export const metadata: Metadata = { title: 'Retention' }

export default function Page() {
  return <RetentionPage />
}
