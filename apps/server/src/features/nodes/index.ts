export { joinNodes, type Membership, NodesError } from './membership.ts';
export { createNodesService, isNodeRunning, listOtherHosts, type NodesService } from './nodes.service.ts';
