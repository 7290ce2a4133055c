"""Runs inside Blender for tools/render: pictures of a clip at the given times and angles, as one sheet."""

import json
import math
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import stage

import bpy
import numpy
from mathutils import Vector

job = json.loads(sys.argv[sys.argv.index("--") + 1])
scene_file = stage.Stage(job["file"])
clip = job["clip"] or (scene_file.clips[0] if scene_file.clips else None)
scene_file.choose(None if job["rest"] else clip)
scene = bpy.context.scene

size = job["size"]
scene.render.engine = "CYCLES"
scene.cycles.device = "CPU"
scene.cycles.samples = job["samples"]
scene.cycles.use_denoising = False
scene.cycles.max_bounces = 4
scene.render.resolution_x = scene.render.resolution_y = size
scene.render.film_transparent = job["transparent"]
scene.view_settings.view_transform = "Standard"
scene.render.image_settings.file_format = "PNG"
scene.render.image_settings.color_mode = "RGBA"
scene.render.image_settings.compression = 50

world = bpy.data.worlds.new("world")
world.use_nodes = True
world.node_tree.nodes["Background"].inputs[0].default_value = (0.36, 0.39, 0.43, 1)
world.node_tree.nodes["Background"].inputs[1].default_value = 0.9
scene.world = world


def light(name, energy, rotation, angle):
    data = bpy.data.lights.new(name, "SUN")
    data.energy = energy
    data.angle = math.radians(angle)
    thing = bpy.data.objects.new(name, data)
    thing.rotation_euler = [math.radians(a) for a in rotation]
    scene.collection.objects.link(thing)
    return thing


rig = bpy.data.objects.new("rig", None)
scene.collection.objects.link(rig)
light("key", 2.6, (52, 0, 35), 8).parent = rig
light("rim", 1.6, (-60, 0, -30), 15).parent = rig

camera_data = bpy.data.cameras.new("camera")
camera_data.lens = 60
camera_data.clip_start = 0.005
camera = bpy.data.objects.new("camera", camera_data)
scene.collection.objects.link(camera)
scene.camera = camera


def vertices(depsgraph):
    found = []
    for thing in stage.meshes():
        evaluated = thing.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        points = numpy.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get("co", points)
        matrix = numpy.array(evaluated.matrix_world)
        found.append(points.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
        evaluated.to_mesh_clear()
    return numpy.concatenate(found) if found else numpy.empty((0, 3))


def joint(name):
    for armature in stage.armatures():
        if name in armature.pose.bones:
            return armature.matrix_world @ armature.pose.bones[name].head
    raise SystemExit(f"there is no joint '{name}'")


# One frame for all pictures, so that the cells of a sheet can be compared.
shown = numpy.concatenate([vertices(scene_file.show(time)) for time in job["times"]])
if not len(shown):
    raise SystemExit("the file has no vertices to show")
low, high = Vector(shown.min(axis=0)), Vector(shown.max(axis=0))
middle = (low + high) / 2


def towards_camera(angle):
    # Models face -Y here; angle 0 looks them in the face and grows towards their left side.
    around, up = math.radians(angle), math.radians(job["elevation"])
    return Vector((math.sin(around) * math.cos(up), -math.cos(around) * math.cos(up), math.sin(up)))


def fitting_distance(direction):
    slope = math.tan(camera_data.angle / 2) * 0.94
    seen = (shown - numpy.array(middle)) @ numpy.array(direction.to_track_quat("Z", "Y").to_matrix())
    return float((numpy.abs(seen[:, :2]).max(axis=1) / slope + seen[:, 2]).max())


distance = max(fitting_distance(towards_camera(angle)) for angle in job["angles"]) / job["zoom"]

if job["ground"]:
    bpy.ops.mesh.primitive_plane_add(size=(high - low).length * 40, location=(0, 0, min(0, low.z)))
    ground = bpy.context.object
    ground.name = "ground"
    material = bpy.data.materials.new("ground")
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.3, 0.31, 0.33, 1)
    material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 1
    ground.data.materials.append(material)

rows = []
with tempfile.TemporaryDirectory() as folder:
    for angle in job["angles"]:
        row = []
        for time in job["times"]:
            scene_file.show(time)
            target = joint(job["focus"]) if job["focus"] else middle
            direction = towards_camera(angle)
            camera.location = target + direction * distance
            camera.rotation_euler = (-direction).to_track_quat("-Z", "Y").to_euler()
            rig.rotation_euler = (0, 0, math.radians(angle))
            scene.render.filepath = os.path.join(folder, f"{len(rows)}-{len(row)}.png")
            bpy.ops.render.render(write_still=True)
            picture = bpy.data.images.load(scene.render.filepath)
            pixels = numpy.empty(size * size * 4, dtype=numpy.float32)
            picture.pixels.foreach_get(pixels)
            row.append(pixels.reshape(size, size, 4))
        rows.append(numpy.concatenate(row, axis=1))
# Blender counts rows of pixels from below.
sheet = numpy.concatenate(rows[::-1], axis=0)
result = bpy.data.images.new("sheet", sheet.shape[1], sheet.shape[0], alpha=True)
result.pixels.foreach_set(sheet.ravel())
result.filepath_raw = job["output"]
result.file_format = "PNG"
result.save()
print(f"RENDERED clip={'rest' if job['rest'] or clip is None else clip} clips={scene_file.clips}")
