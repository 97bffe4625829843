import type { Metadata } from 'next'
import { TriggersPage } from '#components/triggers/triggers-page.tsx'

export const metadata: Metadata = { title: 'Triggers' }

export default function Page() {
  return <TriggersPage />
}
