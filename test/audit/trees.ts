/** Small source trees of each shape the Agent UI has had, and of others. Written for these tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export const HELPERS = 'gaia/ui/_chat_helpers.py';

/** Writes the files below a folder of its own; returns the folder. */
export function tree(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-eval-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** 0.18 to 0.22: constants in the function, text of the last pairs, a store of agents. */
export function pairsSource({ pairs = '5', characters = '2000' } = {}): string {
  return `"""Helpers. _MAX_HISTORY_PAIRS = 99 in a comment is no constant."""
import threading

_agents: dict[str, dict] = (
    {}
)  # by session
_lock = threading.Lock()
_MOST_AGENTS = 10


def _find(session_id: str, model: str):
    with _lock:
        entry = _agents.get(session_id)
        return None if entry is None or entry["model"] != model else entry["agent"]


def _keep(session_id: str, model: str, agent) -> None:
    with _lock:
        if session_id not in _agents and len(_agents) >= _MOST_AGENTS:
            del _agents[next(iter(_agents))]
        _agents[session_id] = {
            "model": model,
            "agent": agent,
        }


def _pairs(messages: list) -> list:
    found = []
    for first, second in zip(messages, messages[1:]):
        if first["role"] == "user" and second["role"] == "assistant":
            found.append((first["content"], second["content"]))
    return found


async def stream(request, db):
    messages = db.get_messages(request.session_id)
    history = _pairs(messages)

    def produce():
        agent = _find(request.session_id, request.model)
        if agent is None:
            agent = ChatAgent(request.config)
            _keep(request.session_id, request.model, agent)
        _MAX_HISTORY_PAIRS = ${pairs}
        _MAX_MSG_CHARS = ${characters}
        agent.conversation_history = []
        if history:
            recent = history[-_MAX_HISTORY_PAIRS:]
            for user_text, agent_text in recent:
                u = user_text[:_MAX_MSG_CHARS]
                a = agent_text[:_MAX_MSG_CHARS]
                agent.conversation_history.append({"role": "user", "content": u})
                agent.conversation_history.append(
                    {"role": "assistant", "content": a}
                )
        return agent.answer(request.message)

    captured_steps = []
    db.add_message("assistant", produce(), agent_steps=captured_steps)
`;
}

/** 0.25: whole turns as the model had them, within a budget of tokens. */
export const BUDGET_TREE: Readonly<Record<string, string>> = {
  [HELPERS]: `from typing import Optional

_agents = {}


def _kept(session_id):
    return _agents.get(session_id)


def _keep(session_id, agent):
    _agents[session_id] = {"agent": agent}


def _turns(agent, db, session_id):
    from gaia.agents.base.history import transcript_turns

    return transcript_turns(db.get_messages(session_id))


def _restore(agent, db, session_id, query):
    from ..agents.base.history import (
        history_budget,
        select_history,  # newest first
    )

    turns = _turns(agent, db, session_id)
    agent.conversation_history = select_history(
        turns,
        history_budget(agent, query),  # in tokens
    )
`,
  'gaia/agents/base/history.py': `def transcript_turns(messages):
    turns = []
    for message in messages:
        recorded = message.get("model_messages")
        turns.append(recorded or [message])
    return turns


def history_budget(agent, query):
    return agent.window // 2


def select_history(turns, budget):
    return turns
`,
  'gaia/version.py': '__version__ = "0.25.9"\n',
};
