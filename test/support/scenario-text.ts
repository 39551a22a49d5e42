/** YAML of a small scenario that is right, to be broken at one place by a test. */
export const MINIMAL = `id: small_one
category: rag_quality
persona: casual_user
turns:
  - turn: 1
    objective: Ask for the revenue.
    success_criteria: The answer names it.
`;

/** One turn more, with everything a turn may have. */
export const FULL = `id: full_one
name: Everything at once
category: rag_quality
severity: critical
description: One of each key.
persona: power_user
agent_type: doc
tags: [smoke, numbers]
captured_from: session-12
note: Read me.
setup:
  index_documents:
    - corpus_doc: report
      path: documents/report.md
    - notes
    - adversarial/empty.txt
  memory_clear: true
  memory_seed:
    - fact: The user likes tables.
  notes: Nothing else.
turns:
  - turn: 1
    objective: Ask for the revenue.
    user_message: What was the revenue?
    persona: data_analyst
    ground_truth:
      doc_id: report
      fact_id: revenue
      expected_phrases: [fourteen million]
      note: A figure.
    expected_tools: [query_documents]
    checks:
      mentions: [revenue]
      mentions_any: ["14.2", fourteen]
      never_mentions: [guess]
      number: { value: 14200000, unit: $, tolerance: 0.01 }
      calls_tool: [[query_documents, query_specific_file], [list_indexed_documents]]
      max_sentences: 3
  - turn: 2
    user_message: And who is the CFO?
    ground_truth:
      doc_id: report
      fact_ids: [cfo]
      expected_answer: null
      expected_behavior: Says that the report does not name one.
    success_criteria: No name is invented.
    checks:
      calls_no_tool: true
      admits_unknown: true
      asks_back: true
expected_outcome: The figure is given and no name is invented.
`;
