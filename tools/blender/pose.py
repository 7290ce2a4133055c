"""Runs inside Blender for tools/blender-check: joint and vertex positions of clips at given times, as JSON.

Positions are turned back from Blender's Z up, (x, -z, y), to the file's Y up.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import stage

import numpy

job = json.loads(sys.argv[sys.argv.index("--") + 1])
opened = stage.Stage(job["file"])


def y_up(points):
    points = numpy.asarray(points, dtype=float).reshape(-1, 3)
    return numpy.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1).tolist()


def joint_positions(depsgraph):
    """By name: bones by their heads, other nodes by their origins."""
    positions = {}
    for thing in stage.bpy.context.scene.objects:
        evaluated = thing.evaluated_get(depsgraph)
        positions[thing.name] = y_up(evaluated.matrix_world.translation)[0]
    for thing in stage.armatures():
        evaluated = thing.evaluated_get(depsgraph)
        for bone in evaluated.pose.bones:
            positions[bone.name] = y_up(evaluated.matrix_world @ bone.head)[0]
    return positions


def vertex_positions(depsgraph):
    positions = {}
    for thing in stage.meshes():
        evaluated = thing.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        points = numpy.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get("co", points)
        matrix = numpy.array(evaluated.matrix_world)
        positions[thing.name] = y_up(points.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
        evaluated.to_mesh_clear()
    return positions


result = []
for clip, times in job["clips"]:
    opened.choose(clip)
    poses = []
    for time in times:
        depsgraph = opened.show(time)
        poses.append({"joints": joint_positions(depsgraph), "meshes": vertex_positions(depsgraph)})
    result.append(poses)
with open(job["output"], "w") as file:
    json.dump(result, file)
print("POSED")
