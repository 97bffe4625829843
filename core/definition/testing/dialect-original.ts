/** A workflow as public files of Ruvon have it, with every word that is written otherwise here. */
export const dialectOriginal = `# An order, as Ruvon has it.
workflow_type:   "Order_Processing"
trigger: { type: cron, cron_expression: "0 3 * * *" }
saga_mode: true
initial_state_model: "models:OrderState"

steps:
  - name: Check
    type: STANDARD
    function: "orders.steps:check"   # module:function
    required_input: [order_id, amount]
    retry: { max_attempts: 3, delay_seconds: 2, backoff_multiplier: 2 }
    dynamic_injection: { condition: state.big, steps: [{ name: More }] }
  - name: Ask_The_Model
    type: AI_LLM_INFERENCE
    model: some
  - name: Both
    type: PARALLEL
    merge_strategy:  merge
    on_error: continue
    tasks:
      - { name: A, function_path: orders:a }
  - name: Each
    type: LOOP
    iterate_over: state.items
    loop_body: [{ name: Inner, function: orders.inner }]
  - name: Again
    type: LOOP
    while_condition: state.more
    max_iterations: 3
    loop_body: [{ name: Round, function: orders.round }]
  - name: Request
    type: HTTP
    url: "https://example.com/{{ state.id }}"
    method: POST
    query_params: { a: 1 }
  - name: Start
    type: FIRE_AND_FORGET
    target_workflow_type: Mail
    initial_data_template: { to: "{{ state.to }}" }
  - name: Choose
    type: DECISION
    routes:
      - { condition: state.ok, next: Approve }
      - { condition: state.odd, next_step: Jump }
      - { default: END }
  - name: Approve
    type: HUMAN_IN_LOOP
    next: END
  - name: Jump
    type: DECISION
    function: orders.jump
`
