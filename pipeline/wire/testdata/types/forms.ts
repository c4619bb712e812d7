// The providers' own types of request bodies. Where a server takes a key that its package does not know, the key is added
// here and nothing else is: any other key that a body has too many is an error.

import type Anthropic from "@anthropic-ai/sdk";
import type { ChatRequest, Message, Tool, ToolCall } from "ollama";
import type OpenAI from "openai";

// A tool message has the tool's name beside the id of the call.
type OpenAIMessage =
  | Exclude<OpenAI.ChatCompletionMessageParam, OpenAI.ChatCompletionToolMessageParam>
  | (OpenAI.ChatCompletionToolMessageParam & { name?: string });

export type openai = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "messages"> & { messages: OpenAIMessage[] };

// LiteLLM has no package of its own: its form is OpenAI's, with the options that it hands on.
export type litellm = openai & { top_k?: number; min_p?: number; repeat_penalty?: number; num_ctx?: number };

export type anthropic = Anthropic.MessageCreateParamsNonStreaming;

export type codex = OpenAI.Responses.ResponseCreateParamsNonStreaming;

// The server knows the ids of calls (api.ToolCall.ID, api.Message.ToolCallID), and takes a whole JSON Schema.
type OllamaMessage = Omit<Message, "tool_calls"> & { tool_calls?: (ToolCall & { id?: string })[]; tool_call_id?: string };
type OllamaTool = { type: Tool["type"]; function: Omit<Tool["function"], "parameters"> & { parameters?: object } };

export type ollama = Omit<ChatRequest, "messages" | "tools"> & { messages: OllamaMessage[]; tools?: OllamaTool[] };
