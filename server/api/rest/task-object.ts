import type { HumanTaskSummary, Person } from '#server/runs/tasks/task.ts'
import type { HumanTaskDetail } from '../../inbox/models.ts'

/** A human task as lists show it. */
export function taskListItem(task: HumanTaskSummary) {
  return {
    task_id: task.taskId,
    run_id: task.runId,
    workflow_name: task.workflow,
    workflow_version: task.version,
    step: task.step,
    title: task.title,
    queue: task.queue,
    priority: task.priority,
    fields: task.fields,
    assignees: task.assignees,
    groups: task.groups,
    escalated_to: task.escalatedTo,
    escalated_at: task.escalatedAt,
    reminders: task.reminders,
    reminded_at: task.remindedAt,
    delegates: task.delegates,
    requested_by: task.requestedBy,
    approvals_required: task.approvalsRequired,
    approvals: task.approvals,
    status: task.status,
    revision: task.revision,
    holder: task.holder,
    follow_up_at: task.followUpAt,
    due_at: task.dueAt,
    opened_at: task.openedAt,
    decided_by: task.decidedBy === null ? null : personObject(task.decidedBy, task.decidedByName),
    closed_at: task.closedAt,
    comments: task.comments,
  }
}

/** A human task with all that is needed to decide it. */
export function taskObject(task: HumanTaskDetail) {
  return {
    ...taskListItem(task),
    instructions: task.instructions,
    form: task.form,
    decision: task.decision,
    excluded: task.excluded,
    allowed_actions: task.allowedActions,
    not_allowed: task.notAllowed,
    comment_list: task.commentList,
    activity: task.activity,
    earlier: task.earlier,
    run_status: task.runStatus,
    run_input: task.runInput,
    run_state: task.runState,
  }
}

function personObject(id: string, name: string | null): Person {
  return { id, name: name ?? id }
}
